/** Attribute of a part of a screen that has no data yet, and so not its final height. */
export const opening = { 'data-opening': '' } as const;

/**
 * Style of a list of parts: what follows a part that is opening loads already but is not shown yet, so that nothing on the screen
 * moves.
 */
export const inOrder = { '& > [data-opening] ~ *, & > :has([data-opening]) ~ *': { display: 'none' } } as const;
