import { ofPlayground } from '../../../../parts/storage.ts';
import { example } from './example.ts';

/** The most stored characters that an editor gets. The platform runs only shorter programs, and says so. */
const longest = 100_000;

const slot = ofPlayground('own-strategy:1');

/** The program as the person left it. It never runs by itself. */
export class OwnStrategy {
  code = $state(stored());

  write(code: string): void {
    this.code = code;
    slot.write(code === example ? null : code);
  }
}

/** The stored program may be from anywhere, but it runs only when the person presses a button. */
function stored(): string {
  const code = slot.read();
  return code === null || code.length > longest ? example : code;
}
