/**
 * Keeps React working on a page that the browser translates. A translator puts each text into a `<font>` of its own, so React's text node
 * is no longer in the document: removing it, or inserting before it, throws in the midst of a commit (facebook/react#11538), and what React
 * writes into it reaches no reader. Here React's calls reach the element that stands in for the text, and a text that React has changed
 * takes its place again, for the translator to translate again. Works for every React root, portal and remote of the document.
 */
export function keepTextsOfReact(root: Document = document): () => void {
  const replaced = new WeakMap<Node, Element>();
  let isTranslated = false;

  function learn(records: MutationRecord[]): void {
    for (const record of records) {
      const { type, target } = record;
      if (type === 'characterData') putBack(target);
      for (const text of record.removedNodes) if (text.nodeType === Node.TEXT_NODE) noteReplaced(text, record);
      for (const text of record.addedNodes) if (text.nodeType === Node.TEXT_NODE) noteReturned(text);
    }
  }

  function noteReplaced(text: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord): void {
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
    // A text that was moved into it is in the document still.
    if (!standIn || text.isConnected) return;
    replaced.set(text, standIn);
    observer.observe(text, { characterData: true });
    isTranslated = true;
  }

  /** The text is in the document again, so what stood in for it would say it twice. */
  function noteReturned(text: Node): void {
    const standIn = replaced.get(text);
    if (!standIn || !text.isConnected || standIn.contains(text)) return;
    replaced.delete(text);
    standIn.remove();
  }

  function putBack(text: Node): void {
    const standIn = replaced.get(text);
    if (!standIn?.isConnected || text.isConnected) return;
    replaced.delete(text);
    standIn.replaceWith(text);
  }

  /** The child of `parent` that holds the place of `node`. */
  function childFor(parent: Node, node: Node): Node | null {
    learn(observer.takeRecords());
    const standIn = replaced.get(node);
    let child: Node | null = standIn?.isConnected ? standIn : node;
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child;
  }

  const prototype = root.defaultView?.Node.prototype ?? Node.prototype;
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function removeReactChild<T extends Node>(this: Node, node: T): T {
    if (node.parentNode === this) return removeChild.call(this, node) as T;
    const child = childFor(this, node);
    replaced.delete(node);
    if (child) removeChild.call(this, child);
    else if (!isTranslated) return removeChild.call(this, node) as T;
    return node;
  };
  prototype.insertBefore = function insertReactChild<T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    const child = childFor(this, before);
    if (!child && !isTranslated) return insertBefore.call(this, node, before) as T;
    return insertBefore.call(this, node, child) as T;
  };

  const observer = new MutationObserver(learn);
  // With texts, since one may change before this learns that it was replaced.
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    Object.assign(prototype, { removeChild, insertBefore });
  };
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';
