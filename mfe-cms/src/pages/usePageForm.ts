import { useCallback, useReducer } from 'react';
import type { PageContent } from '@masomo/data/site/pages';
import { blocksOf, editEntries, entriesOf, type BlockEdit, type BlockEntry } from './blocks/blockEntries.ts';

/** A page in the editor, with keyed blocks. */
export type PageFormState = Omit<PageContent, 'blocks'> & { readonly entries: readonly BlockEntry[] };
type History = {
  past: readonly PageFormState[];
  present: PageFormState;
  future: readonly PageFormState[];
  lastField: string;
  lastAt: number;
};
type Action =
  | { kind: 'write'; part: Partial<Omit<PageFormState, 'entries'>>; at: number }
  | { kind: 'edit'; edit: BlockEdit; at: number }
  | { kind: 'replace'; formState: PageFormState }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** Typing in one field without a longer pause is one undo step. */
const mergePauseMs = 1_000;
const maxUndoSteps = 200;

export function formStateOf({ blocks, ...fields }: PageContent): PageFormState {
  return {
    title: fields.title,
    slug: fields.slug,
    metaDescription: fields.metaDescription,
    socialImage: fields.socialImage,
    entries: entriesOf(blocks),
  };
}

export function pageContentOf({ entries, ...fields }: PageFormState): PageContent {
  return { ...fields, blocks: blocksOf(entries) };
}

const editedField = (action: Action) => {
  if (action.kind === 'write') return Object.keys(action.part)[0] ?? '';
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
          ? { ...state.present, ...action.part }
          : { ...state.present, entries: editEntries(state.present.entries, action.edit) };
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

/** The state of the page form with undo and redo. */
export function usePageForm(content: PageContent) {
  const [state, dispatch] = useReducer(reduceForm, content, (start): History => ({
    past: [],
    present: formStateOf(start),
    future: [],
    lastField: '',
    lastAt: 0,
  }));
  const write = useCallback((part: Partial<Omit<PageFormState, 'entries'>>) => dispatch({ kind: 'write', part, at: Date.now() }), []);
  const editBlocks = useCallback((edit: BlockEdit) => dispatch({ kind: 'edit', edit, at: Date.now() }), []);
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
