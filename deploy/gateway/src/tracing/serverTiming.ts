/** The parts of a response's time in chronological order, from a `Server-Timing` header: `transaction;dur=3.1` is 3.1 ms. */
export function readServerTiming(header: string | null): { name: string; ms: number }[] {
  return (header ?? '').split(',').flatMap((entry) => {
    const [name = '', ...values] = entry.split(';').map((value) => value.trim());
    const ms = Number(values.find((value) => value.startsWith('dur='))?.slice(4));
    return /^[a-z][\w-]{0,40}$/i.test(name) && Number.isFinite(ms) && ms >= 0 ? [{ name, ms }] : [];
  });
}
