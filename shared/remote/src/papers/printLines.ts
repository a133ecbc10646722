/** A dialog that is never answered must not keep the frame for ever. */
const longestDialogMs = 5 * 60_000;

/** Opens the browser's print dialog with a title and lines, and nothing else of the page. */
export function printLines(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' });
  document.body.append(frame);
  const [view, page] = [frame.contentWindow, frame.contentDocument];
  if (!view || !page) throw new Error('The browser opened no frame to print from.');
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  page.body.append(
    heading,
    ...lines.map((line) => {
      const paragraph = page.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    }),
  );
  const remove = () => frame.remove();
  view.addEventListener('afterprint', () => setTimeout(remove));
  setTimeout(remove, longestDialogMs);
  view.focus();
  view.print();
}
