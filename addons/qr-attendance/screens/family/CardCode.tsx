import { Box } from '@masomo/design-system';
import { encodeQr } from '@masomo/documents/qrCode';

/** Squares of white around a code, without which a reader does not find it. */
const margin = 4;

/** A card's code to be scanned from a screen: black on white in the dark theme too. */
export function CardCode({ code, label, size }: { code: string; label: string; size: string }) {
  const qr = encodeQr(code);
  const places = Array.from({ length: qr.size }, (_, place) => place);
  const path = places
    .flatMap((row) => places.filter((column) => qr.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`))
    .join('');
  return (
    <Box asChild boxSize={size} alignSelf="center" borderRadius="lg" background="white">
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-margin} ${-margin} ${qr.size + 2 * margin} ${qr.size + 2 * margin}`}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="black" />
      </svg>
    </Box>
  );
}
