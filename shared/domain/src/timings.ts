/** Durations people see, in milliseconds, and other interface constants. */
export const timings = {
  demoThankYou: 30_000,
  contactThankYou: 5_000,
  supportPanel: 5_000,
  /** Shortest time the paying state of the checkout is shown. */
  payMinimum: 2_000,
  cookieBannerDelay: 1_000,
  installHintDelay: 3_000,
  anchorScrollDelay: 100,
  exchangeRateMaxAge: 3_600_000,
} as const;

/** Scroll distance in CSS pixels after which the header shrinks. */
export const headerShrinkAfter = 50;
