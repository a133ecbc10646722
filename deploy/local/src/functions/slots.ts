/** A number of places, taken and given back in the order of asking. */
export type Slots = {
  /** Waits for a place; resolves to false at once when too many wait already. */
  take(): Promise<boolean>;
  giveBack(): void;
};

export function createSlots(count: number, maxWaiting = Infinity): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async take() {
      if (taken < count) taken += 1;
      else if (waiting.length >= maxWaiting) return false;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    giveBack() {
      // The call that waits longest takes this place over.
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}
