import { ofPlayground } from '../../../../parts/storage.ts';
import { example } from './example.ts';

/** Characters of what is stored that an editor is given. What may run is shorter, which the platform says. */
const longest = 100_000;

const slot = ofPlayground('own-strategy:1');

/** The program as it was left. It never runs by itself. */
export class OwnStrategy {
  code = $state(stored());

  write(code: string): void {
    this.code = code;
    slot.write(code === example ? null : code);
  }
}

/** Anybody may have written it, but nobody runs it without a press. */
function stored(): string {
  const code = slot.read();
  return code === null || code.length > longest ? example : code;
}
