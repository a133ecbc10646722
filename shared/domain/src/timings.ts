/** Durations of the interface. */
export const timings = {
  demoThankYouMs: 30_000,
  contactThankYouMs: 5_000,
  supportPanelMs: 5_000,
  /** Minimum time the checkout shows that a payment is in progress. */
  payMinimumMs: 2_000,
  cookieBannerDelayMs: 1_000,
  installHintDelayMs: 3_000,
  anchorScrollDelayMs: 100,
  exchangeRateMaxAgeMs: 3_600_000,
} as const;

/** Scroll distance in CSS pixels after which the header shrinks. */
export const headerShrinkAfterPx = 50;
