/** A bucket per address holds `burst` permits and gains `perSecond`. */
type Limit = { burst: number; perSecond: number };

const mostAddresses = 10_000;

/** Takes a permit of an address: false when it has none left. Addresses not seen for the longest time are forgotten first. */
export function createPermits(
  { burst, perSecond }: Limit,
  now: () => number = performance.now.bind(performance),
): (address: string) => boolean {
  const buckets = new Map<string, { permits: number; at: number }>();
  return (address) => {
    const at = now();
    const bucket = buckets.get(address) ?? { permits: burst, at };
    const permits = Math.min(burst, bucket.permits + ((at - bucket.at) / 1000) * perSecond);
    const isGranted = permits >= 1;
    buckets.delete(address);
    buckets.set(address, { permits: isGranted ? permits - 1 : permits, at });
    const [oldest] = buckets.keys();
    if (buckets.size > mostAddresses && oldest !== undefined) buckets.delete(oldest);
    return isGranted;
  };
}
