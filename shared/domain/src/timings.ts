/** Durations of the interface, all in milliseconds. */
export const timings = {
  demoThankYou: 30_000,
  contactThankYou: 5_000,
  supportPanel: 5_000,
  /** Minimum time the checkout shows that a payment is in progress. */
  payMinimum: 2_000,
  cookieBannerDelay: 1_000,
  installHintDelay: 3_000,
  anchorScrollDelay: 100,
  exchangeRateMaxAge: 3_600_000,
} as const;

/** Scroll distance in CSS pixels after which the header shrinks. */
export const headerShrinkAfter = 50;
