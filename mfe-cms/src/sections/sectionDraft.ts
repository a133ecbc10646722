/** The form state that every field reads and changes. */
export type SectionDraft = {
  value: unknown;
  problems: Readonly<Record<string, string>>;
  change: (path: string, next: unknown) => void;
};
