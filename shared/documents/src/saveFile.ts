/** Words joined by hyphens: some systems refuse a name with `/`, as in an admission number, or shorten one at a space. */
const safeName = (name: string) => name.replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-');

/**
 * Downloads a file in the browser, under a name for people with its extension. `parts` are joined without separators and `type` is the MIME type.
 */
function saveFile(fileName: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = safeName(fileName);
  link.click();
  // Some browsers read the URL only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads lines made by `csvLine` of `@masomo/domain/csv`. The byte order mark makes spreadsheets read the file as UTF-8. */
export function saveCsv(fileName: string, lines: readonly BlobPart[]): void {
  saveFile(fileName, ['\uFEFF', ...lines], 'text/csv;charset=utf-8');
}

/** Downloads a workbook. */
export function saveWorkbook(fileName: string, content: Blob): void {
  saveFile(fileName, [content], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}

/** Downloads a PDF. */
export function savePdf(fileName: string, content: Uint8Array): void {
  // A Blob takes no view of a shared buffer, which the copy is not.
  saveFile(fileName, [new Uint8Array(content)], 'application/pdf');
}

/** Downloads plain text in UTF-8. */
export function saveText(fileName: string, text: string): void {
  saveFile(fileName, [text], 'text/plain;charset=utf-8');
}

/** Downloads an archive. */
export function saveZip(fileName: string, content: Uint8Array): void {
  saveFile(fileName, [new Uint8Array(content)], 'application/zip');
}
