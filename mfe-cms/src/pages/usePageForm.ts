import { useCallback, useReducer } from 'react';
import type { PageContent, PageTexts } from '@masomo/data/site/pages';
import type { EditedLanguage } from '../shared/LanguageSwitch.tsx';
import { blocksOf, editEntries, entriesOf, type BlockEdit, type BlockEntry } from './blocks/blockEntries.ts';

/** The texts of a page in one language, with keyed blocks. */
export type TextsFormState = Omit<PageTexts, 'blocks'> & { readonly entries: readonly BlockEntry[] };
/** A page in the editor. */
export type PageFormState = TextsFormState & { slug: string; socialImage: string; swahili: TextsFormState | undefined };
/** What is written at once: texts of the language that is edited, and what both languages share. */
export type FormFields = Partial<Pick<PageFormState, 'title' | 'metaDescription' | 'slug' | 'socialImage'>>;
type History = {
  past: readonly PageFormState[];
  present: PageFormState;
  future: readonly PageFormState[];
  lastField: string;
  lastAt: number;
};
type Action =
  | { kind: 'write'; part: FormFields; at: number; language: EditedLanguage }
  | { kind: 'edit'; edit: BlockEdit; at: number; language: EditedLanguage }
  | { kind: 'replace'; formState: PageFormState }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** Typing in one field without a longer pause is one undo step. */
const mergePauseMs = 1_000;
const maxUndoSteps = 200;

const textsFormOf = ({ title, metaDescription, blocks }: PageTexts): TextsFormState => ({
  title,
  metaDescription,
  entries: entriesOf(blocks),
});
const textsOf = ({ title, metaDescription, entries }: TextsFormState): PageTexts => ({ title, metaDescription, blocks: blocksOf(entries) });

export function formStateOf(content: PageContent): PageFormState {
  const { slug, socialImage, swahili } = content;
  return { ...textsFormOf(content), slug, socialImage, swahili: swahili && textsFormOf(swahili) };
}

export function pageContentOf(formState: PageFormState): PageContent {
  const { slug, socialImage, swahili } = formState;
  return { ...textsOf(formState), slug, socialImage, swahili: swahili && textsOf(swahili) };
}

/** A page whose Swahili texts start as a copy of the English ones. */
export function withSwahili(formState: PageFormState): PageFormState {
  return { ...formState, swahili: textsFormOf(textsOf(formState)) };
}

/** The texts that are edited in a language: English ones while there is no translation. */
export function textsIn(formState: PageFormState, language: EditedLanguage): TextsFormState {
  return (language === 'sw' ? formState.swahili : undefined) ?? formState;
}

function writeFields(formState: PageFormState, { title, metaDescription, ...shared }: FormFields, language: EditedLanguage): PageFormState {
  const texts = { ...(title === undefined ? {} : { title }), ...(metaDescription === undefined ? {} : { metaDescription }) };
  if (language === 'en' || !formState.swahili) return { ...formState, ...shared, ...texts };
  return { ...formState, ...shared, swahili: { ...formState.swahili, ...texts } };
}

function editTexts(formState: PageFormState, edit: BlockEdit, language: EditedLanguage): PageFormState {
  if (language === 'en' || !formState.swahili) return { ...formState, entries: editEntries(formState.entries, edit) };
  return { ...formState, swahili: { ...formState.swahili, entries: editEntries(formState.swahili.entries, edit) } };
}

const editedField = (action: Action) => {
  if (action.kind === 'write') return `${action.language} ${Object.keys(action.part)[0] ?? ''}`;
  return action.kind === 'edit' && action.edit.kind === 'change' ? `${action.edit.key} ${Object.keys(action.edit.change).join(' ')}` : '';
};

export function reduceForm(state: History, action: Action): History {
  switch (action.kind) {
    case 'undo': {
      const previous = state.past.at(-1);
      return previous
        ? { past: state.past.slice(0, -1), present: previous, future: [state.present, ...state.future], lastField: '', lastAt: 0 }
        : state;
    }
    case 'redo': {
      const [next, ...future] = state.future;
      return next ? { past: [...state.past, state.present], present: next, future, lastField: '', lastAt: 0 } : state;
    }
    case 'replace':
      return { past: [...state.past, state.present], present: action.formState, future: [], lastField: '', lastAt: 0 };
    case 'write':
    case 'edit': {
      const present =
        action.kind === 'write'
          ? writeFields(state.present, action.part, action.language)
          : editTexts(state.present, action.edit, action.language);
      const field = editedField(action);
      const isSameStep = field !== '' && field === state.lastField && action.at - state.lastAt < mergePauseMs;
      return {
        past: isSameStep ? state.past : [...state.past, state.present].slice(-maxUndoSteps),
        present,
        future: [],
        lastField: field,
        lastAt: action.at,
      };
    }
  }
}

/** The state of the page form with undo and redo; what is written goes to the texts of `language`. */
export function usePageForm(content: PageContent, language: EditedLanguage) {
  const [state, dispatch] = useReducer(reduceForm, content, (start): History => ({
    past: [],
    present: formStateOf(start),
    future: [],
    lastField: '',
    lastAt: 0,
  }));
  const write = useCallback((part: FormFields) => dispatch({ kind: 'write', part, at: Date.now(), language }), [language]);
  const editBlocks = useCallback((edit: BlockEdit) => dispatch({ kind: 'edit', edit, at: Date.now(), language }), [language]);
  const replace = useCallback((formState: PageFormState) => dispatch({ kind: 'replace', formState }), []);
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  return {
    formState: state.present,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    write,
    editBlocks,
    replace,
    undo,
    redo,
  };
}
