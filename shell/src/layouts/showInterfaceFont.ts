const interfaceFont = 'Inter Variable';
let isShown = false;

/**
 * Draws everything in the interface font from the moment it has arrived. A public page keeps the stand-in it was painted with
 * (`font-display: optional`), and without this so would the dashboard that is opened from it, for as long as its tab is open.
 */
export async function showInterfaceFont(page: Document = document): Promise<void> {
  if (isShown) return;
  isShown = true;
  try {
    await page.fonts.load(`1em "${interfaceFont}"`);
  } catch {
    // Without a connection the stand-in stays; the next screen of a new tab asks again.
    return;
  }
  for (const { style } of declaredFaces(page)) {
    page.fonts.add(
      new FontFace(interfaceFont, style.getPropertyValue('src'), {
        weight: style.getPropertyValue('font-weight'),
        unicodeRange: style.getPropertyValue('unicode-range'),
        display: 'swap',
      }),
    );
  }
}

/** The rules that the document itself declares the font with. */
function declaredFaces(page: Document): CSSFontFaceRule[] {
  return [...page.styleSheets]
    .filter(({ href }) => href === null)
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => style.getPropertyValue('font-family').includes(interfaceFont));
}
