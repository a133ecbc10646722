import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import type { ReceiptPrint } from '../../data/thermalPrint.ts';
import { Box } from '@masomo/design-system';
import { paperElement, paperStyles } from '../shared/paperElement.ts';

/** The paper as it is printed; a shadow root keeps the product's styles out. */
export function PaperPreview({ print }: { print: ReceiptPrint }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(paperStyles(print.paper));
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(paperElement(document, print));
  });
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t`Receipt preview`}>
      <Box ref={host} display="inline-block" boxShadow="md" borderWidth="1px" />
    </Box>
  );
}
