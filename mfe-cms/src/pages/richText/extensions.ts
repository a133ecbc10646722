import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { isSafeHref } from '@masomo/domain/safeHref';

/** What a text may contain; the same nodes and marks as `richTextSchema` of the domain. */
export const extensions = [
  Document,
  Paragraph,
  Text,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Bold,
  Italic,
  Link.configure({ openOnClick: false, autolink: false, isAllowedUri: (href) => isSafeHref(href) }),
];
