/** Rules of axe whose result depends on width and colour mode; names and structure are checked once. */
export const colourModeRules = ['color-contrast', 'scrollable-region-focusable', 'target-size'];
