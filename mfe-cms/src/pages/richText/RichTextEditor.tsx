import { useEffect, useId, useRef } from 'react';
import { EditorContent, useEditor } from '@tiptap/react';
import { Box, Stack, Text } from '@masomo/design-system';
import type { RichTextDocument } from '@masomo/domain/richText';
import { useAfterPaint } from '../fields/useAfterPaint.ts';
import { extensions } from './extensions.ts';
import { RichTextToolbar } from './RichTextToolbar.tsx';
import { storedRichText } from './storedRichText.ts';

export type RichTextEditorProps = {
  label: string;
  value: RichTextDocument;
  error: string | undefined;
  onChange: (document: RichTextDocument) => void;
  autoFocus: boolean;
};

/** Text with bold, italic, links and lists, stored as the editor's document JSON. */
export function RichTextEditor({ label, value, error, onChange, autoFocus }: RichTextEditorProps) {
  const id = useId();
  // Values reported to the page that may still come back as props while the user types on.
  const reported = useRef([JSON.stringify(value)]);
  const latestOnChange = useRef(onChange);
  const isBrowserInput = useRef(false);
  const { schedule, flush, isPending } = useAfterPaint();
  useEffect(() => void (latestOnChange.current = onChange));
  const editor = useEditor({
    extensions,
    content: value,
    autofocus: autoFocus,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      handleKeyDown(_, event) {
        isBrowserInput.current = false;
        if (event.ctrlKey || event.metaKey) flush();
        return false;
      },
      handleDOMEvents: {
        input() {
          isBrowserInput.current = true;
        },
      },
      // The browser has already scrolled to a character it inserted itself; measuring again would cost a layout per key.
      handleScrollToSelection: () => isBrowserInput.current,
      // A translation would be taken for what was typed.
      attributes: { translate: 'no', role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id },
    },
    onUpdate: ({ editor: updated }) =>
      schedule(() => {
        const document = storedRichText(updated.getJSON());
        reported.current.push(JSON.stringify(document));
        latestOnChange.current(document);
      }),
    onBlur: flush,
  });
  // A value from elsewhere (undo, a restored version) replaces the content; one that was typed here is shown already, or outdated.
  useEffect(() => {
    const index = reported.current.indexOf(JSON.stringify(value));
    reported.current.splice(0, index < 0 ? Infinity : index + 1);
    if (index >= 0 || isPending()) return;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [value, editor, isPending]);
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
