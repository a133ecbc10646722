import { useEffect, useId, useRef } from 'react';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text as Words } from '@tiptap/extension-text';
import { EditorContent, useEditor } from '@tiptap/react';
import { Box, Stack, Text } from '@masomo/design-system';
import { isSafeHref } from '@masomo/domain/safeHref';
import { documentOf, textOf } from '../richTextDocument.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';
import { useAfterPaint } from '../fields/useAfterPaint.ts';

const extensions = [
  Document,
  Paragraph,
  Words,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  // One mark at a time, as the stored text has it.
  Bold.extend({ excludes: '_' }),
  Italic.extend({ excludes: '_' }),
  Link.extend({ excludes: '_' }).configure({ openOnClick: false, autolink: false, isAllowedUri: (href) => isSafeHref(href) }),
];

export type RichTextEditorProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  startsFocused: boolean;
};

/** Text with bold, italic, links and lists; what is stored is the site's light markup, never HTML. */
export function RichTextEditor({ label, value, error, onChange, startsFocused }: RichTextEditorProps) {
  const id = useId();
  // What is on its way to the page: the page answers late to somebody who types fast.
  const sent = useRef([value]);
  const report = useRef(onChange);
  const isTyped = useRef(false);
  const { later, flush, isWaiting } = useAfterPaint();
  useEffect(() => void (report.current = onChange));
  const editor = useEditor({
    extensions,
    content: documentOf(value),
    autofocus: startsFocused,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      handleKeyDown(_, event) {
        isTyped.current = false;
        if (event.ctrlKey || event.metaKey) flush();
        return false;
      },
      handleDOMEvents: {
        input() {
          isTyped.current = true;
        },
      },
      // Where the browser itself put a letter, it has brought it into view as well.
      handleScrollToSelection: () => isTyped.current,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
    },
    onUpdate: ({ editor: changed }) =>
      later(() => {
        const words = textOf(changed.getJSON());
        sent.current.push(words);
        report.current(words);
      }),
    onBlur: flush,
  });
  // What came from elsewhere (undo, a restored version) replaces what is shown; what was typed here is shown already, or newer.
  useEffect(() => {
    const at = sent.current.indexOf(value);
    sent.current.splice(0, at < 0 ? Infinity : at + 1);
    if (at >= 0 || isWaiting()) return;
    editor.commands.setContent(documentOf(value), { emitUpdate: false });
  }, [value, editor, isWaiting]);
  return (
    <Stack gap="1.5">
      <Text id={id} textStyle="sm" fontWeight="550">
        {label}
      </Text>
      <Box
        borderWidth="1px"
        borderColor={error ? 'fg.error' : 'border.control'}
        borderRadius="md"
        _focusWithin={{ outline: '2px solid', outlineColor: 'accent.focusRing' }}
      >
        <RichTextToolbar editor={editor} label={label} />
        <Box
          px="3"
          py="2"
          onClick={() => editor.commands.focus()}
          css={{
            '& .tiptap': { minH: '5lh', outline: 'none', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
            '& p + p, & p + ul, & p + ol, & ul + p, & ol + p': { mt: '3' },
            '& ul': { listStyle: 'disc', ps: '6' },
            '& ol': { listStyle: 'decimal', ps: '6' },
            '& a': { color: 'accent.fg', textDecoration: 'underline' },
            '& strong': { fontWeight: '700' },
            '& em': { fontStyle: 'italic' },
          }}
        >
          <EditorContent editor={editor} />
        </Box>
      </Box>
      {error && (
        <Text role="alert" textStyle="xs" color="fg.error">
          {error}
        </Text>
      )}
    </Stack>
  );
}
