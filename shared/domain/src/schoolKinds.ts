/** Kinds of school, as the database knows them. */
export const schoolKinds = ['primary', 'secondary', 'college', 'university'] as const;
export type SchoolKind = (typeof schoolKinds)[number];
