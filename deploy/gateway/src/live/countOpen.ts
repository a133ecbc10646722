/** Counts what is open by name, up to a number. `enter` returns how to leave, undefined where there are too many. */
export function countOpen(most: number): { enter(name: string): (() => void) | undefined } {
  const open = new Map<string, number>();
  return {
    enter(name) {
      const before = open.get(name) ?? 0;
      if (before >= most) return undefined;
      open.set(name, before + 1);
      return () => {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      };
    },
  };
}
