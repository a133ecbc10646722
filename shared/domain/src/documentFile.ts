import { translatable } from './translatable.ts';

/** The types of files that a school shares, and the extension that a file of each gets. */
export const documentExtensions = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.ms-powerpoint': '.ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
} as const;
export type DocumentType = keyof typeof documentExtensions;

const isDocumentType = (type: string): type is DocumentType => Object.hasOwn(documentExtensions, type);
const textTypes: readonly string[] = ['text/plain', 'text/csv'];
/** Office files of the old and the new format, by the container that detection finds. */
const contained: Record<string, RegExp> = {
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-(?:excel|powerpoint))$/,
  'application/zip': /^application\/vnd\.openxmlformats-officedocument\./,
};

/** Types of the pictures that iPhones take, which other phones and computers cannot show. */
export const isHeic = (type: string | undefined): boolean => /^image\/hei[cf](?:-sequence)?$/.test(type ?? '');
export const heicProblem = translatable(
  'This picture is in the format HEIC, which most computers cannot open. On the iPhone choose Settings, Camera, Formats, Most Compatible, or save it as JPEG, and choose that file.',
);

/** Whether bytes can be text: no zero byte, and no markup that a browser would run. */
function isPlainText(head: Uint8Array): boolean {
  return !head.includes(0) && !/^\s*<(?:!doctype|html|script|svg|\?xml)/i.test(new TextDecoder('latin1').decode(head));
}

/**
 * What a file is, by its content: its first bytes, and the media type that detection found in them. The declared type, which browsers
 * take from the name, decides only between formats that the content does not tell apart (CSV and text, the old Office formats).
 */
export function documentTypeOf(file: {
  size: number;
  declared: string;
  found: string | undefined;
  head: Uint8Array;
}): { type: DocumentType } | { problem: string } {
  const { size, declared, found, head } = file;
  if (size === 0) return { problem: translatable('This file is empty. Choose another one.') };
  if (isHeic(found)) return { problem: heicProblem };
  if (found !== undefined && isDocumentType(found)) return { type: found };
  if (isDocumentType(declared)) {
    if (found !== undefined && contained[found]?.test(declared)) return { type: declared };
    if (textTypes.includes(declared) && isPlainText(head) && (found === undefined || found.startsWith('text/'))) return { type: declared };
  }
  return {
    problem: translatable(
      'The content of this file is not what its name says, or not of a type that is accepted. Save it as a PDF and choose that file.',
    ),
  };
}
