/**
 * Widens a column that a database function returns. The generated types declare every column of a function as never null;
 * call this for those that can be.
 */
export const nullable = <Column>(column: Column): Column | null => column;
