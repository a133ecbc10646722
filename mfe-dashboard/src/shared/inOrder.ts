/** Attribute of a part of a screen that has no data yet, and so not its final height. */
export const opening = { 'data-opening': '' } as const;

/**
 * Style of a list of parts: what follows one that is opening is not shown yet, though it loads meanwhile. So nothing moves that is
 * on the screen already.
 */
export const inOrder = { '& > [data-opening] ~ *, & > :has([data-opening]) ~ *': { display: 'none' } } as const;
