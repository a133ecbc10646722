/** Id of the element that shows an add-on in the store. */
export const addonCardId = (addonId: string): string => `addon-${addonId}`;

/** Address that opens the store at an add-on. */
export const addonCardPath = (addonId: string): string => `/store#${addonCardId(addonId)}`;
