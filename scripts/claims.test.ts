import { expect, test } from 'vitest';
import { claimsIn } from './claims.ts';

const claims = (casts: number, nonNull: number, any = 0, ignored = 0) => ({ casts, nonNull, any, ignored });

test('casts, non-null assertions and any are counted; as const and names in imports are not', () => {
  const source = `
    import { a as b } from './a.ts';
    const one = b as string;
    const two = ['x'] as const;
    const three = (b as unknown) as number[];
    const text = 'b as string!'; // b as string
    const four = b!.c!.d;
    function five(given: any): any { return given; }
    const six = !b !== !!two;
  `;
  expect(claimsIn('a.ts', source)).toEqual(claims(3, 2, 2));
});

test('a component is counted in its script and its template', () => {
  const source = `
    <script lang="ts">
      let { list }: { list: readonly string[] } = $props();
      const first = $derived(list[0]!);
      const all = ['a', 'b'] as const;
    </script>
    <!-- svelte-ignore a11y_no_static_element_interactions -->
    <div onclick={(event) => (event.target as HTMLElement).focus()}>{first!.length} {all.length} as text!</div>
  `;
  expect(claimsIn('A.svelte', source)).toEqual(claims(1, 2, 0, 1));
});
