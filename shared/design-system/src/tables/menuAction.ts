/** One of the further actions of a row or a screen. */
export type MenuAction = {
  label: string;
  /** Its accessible name where the label does not say what it is about. */
  name?: string;
  onSelect: () => void;
  isDisabled?: boolean;
  tone?: 'danger';
};
