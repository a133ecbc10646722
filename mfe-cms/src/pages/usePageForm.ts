import { useCallback, useReducer } from 'react';
import type { PageContent } from '@masomo/data/site/pages';
import { blocksOf, editEntries, entriesOf, type BlockEdit, type BlockEntry } from './blocks/blockEntries.ts';

/** A page as it is written. */
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
  | { kind: 'replace'; work: PageFormState }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** Typing in one field without a longer pause is one step back. */
const mergePauseMs = 1_000;
const maxUndoSteps = 200;

export function formStateOf({ blocks, ...words }: PageContent): PageFormState {
  return {
    title: words.title,
    slug: words.slug,
    metaDescription: words.metaDescription,
    socialImage: words.socialImage,
    entries: entriesOf(blocks),
  };
}

export function pageContentOf({ entries, ...words }: PageFormState): PageContent {
  return { ...words, blocks: blocksOf(entries) };
}

const fieldOf = (action: Action) => {
  if (action.kind === 'write') return Object.keys(action.part)[0] ?? '';
  return action.kind === 'edit' && action.edit.kind === 'change' ? `${action.edit.key} ${Object.keys(action.edit.change).join(' ')}` : '';
};

export function reduceForm(state: History, action: Action): History {
  switch (action.kind) {
    case 'undo': {
      const before = state.past.at(-1);
      return before
        ? { past: state.past.slice(0, -1), present: before, future: [state.present, ...state.future], lastField: '', lastAt: 0 }
        : state;
    }
    case 'redo': {
      const [after, ...future] = state.future;
      return after ? { past: [...state.past, state.present], present: after, future, lastField: '', lastAt: 0 } : state;
    }
    case 'replace':
      return { past: [...state.past, state.present], present: action.work, future: [], lastField: '', lastAt: 0 };
    case 'write':
    case 'edit': {
      const present =
        action.kind === 'write'
          ? { ...state.present, ...action.part }
          : { ...state.present, entries: editEntries(state.present.entries, action.edit) };
      const field = fieldOf(action);
      const goesOn = field !== '' && field === state.lastField && action.at - state.lastAt < mergePauseMs;
      return {
        past: goesOn ? state.past : [...state.past, state.present].slice(-maxUndoSteps),
        present,
        future: [],
        lastField: field,
        lastAt: action.at,
      };
    }
  }
}

/** What is written on a page, with every step back and forth. */
export function usePageForm(content: PageContent) {
  const [state, dispatch] = useReducer(reduceForm, content, (start): History => ({
    past: [],
    present: formStateOf(start),
    future: [],
    lastField: '',
    lastAt: 0,
  }));
  const write = useCallback((part: Partial<Omit<PageFormState, 'entries'>>) => dispatch({ kind: 'write', part, at: Date.now() }), []);
  const edit = useCallback((step: BlockEdit) => dispatch({ kind: 'edit', edit: step, at: Date.now() }), []);
  const replace = useCallback((work: PageFormState) => dispatch({ kind: 'replace', work }), []);
  const undo = useCallback(() => dispatch({ kind: 'undo' }), []);
  const redo = useCallback(() => dispatch({ kind: 'redo' }), []);
  return { work: state.present, canUndo: state.past.length > 0, canRedo: state.future.length > 0, write, edit, replace, undo, redo };
}
