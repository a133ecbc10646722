import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo, useId, useState } from 'react';
import { Check, ShoppingCart } from 'lucide-react';
import { Badge, Box, Button, Card, Heading, HStack, Icon, List, Span, Text, VisuallyHidden } from '@masomo/design-system';
import type { Addon } from '@masomo/data/store/catalogue';
import { addonCardId } from '@masomo/domain/addonCard';
import { unitLabel } from '@masomo/domain/pricing';
import { translate } from '@masomo/i18n';
import { AddonIcon } from './AddonIcon.tsx';
import { AddonPicture } from './AddonPicture.tsx';
import { AddToCartButton } from './AddToCartButton.tsx';
import { TellMeButton } from './TellMeButton.tsx';
import { categoryLabels } from '../shared/categoryLabels.ts';
import { useQuantityInCart } from '../shared/useCart.ts';

/** Bullets a card shows before it is expanded. */
const collapsedBulletCount = 3;

type Props = {
  addon: Addon;
  /** The formatted price, e.g. `KES 3,999`. */
  price: string;
  onAdd: (addon: Addon) => void;
  /** Whether the first row of the widest page has it. */
  isFirst?: boolean;
};

/** Renders again only when its own properties change: a press on one card should not wait for all others. */
export const AddonCard = memo(function AddonCard({ addon, price, onAdd, isFirst = false }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const titleId = useId();
  const bulletsId = useId();
  const hiddenCount = addon.bullets.length - collapsedBulletCount;
  const bullets = isExpanded ? addon.bullets : addon.bullets.slice(0, collapsedBulletCount);
  return (
    // A browser finds its place again by the id when a school, which is shown fewer cards, reads the page again.
    <Card.Root as="article" id={addonCardId(addon.id)} aria-labelledby={titleId} height="full" variant="outline" scrollMarginTop="8">
      <Card.Body gap="4">
        <HStack justify="space-between" align="start">
          <AddonIcon name={addon.icon} />
          <HStack gap="2">
            {!addon.isReady && (
              <Badge>
                <Trans>In preparation</Trans>
              </Badge>
            )}
            {addon.popular && (
              <Badge colorPalette="accent">
                <Trans>Popular</Trans>
              </Badge>
            )}
            <Badge>{categoryLabels[addon.category]}</Badge>
          </HStack>
        </HStack>
        <Box>
          <Heading as="h3" id={titleId} size="lg">
            {addon.name}
          </Heading>
          {/* Two lines for each, so that the pictures of a row begin at one height. */}
          <Text color="fg.muted" mt="1" minHeight={{ md: '2lh' }} lang={addon.lang}>
            {addon.description}
          </Text>
        </Box>
        <AddonPicture addon={addon} isFirst={isFirst} />
        <Text fontSize="sm" color="fg.muted">
          {addon.category === 'saas' ? <Trans>Sold to schools that we host.</Trans> : <Trans>Sold to schools with their own server.</Trans>}
        </Text>
        <List.Root id={bulletsId} listStyleType="none" ps="0" gap="2" display="flex" flexDirection="column">
          {bullets.map((bullet) => (
            <List.Item key={bullet} display="flex" gap="2" fontSize="sm">
              <Icon color="success.fg" mt="0.5" aria-hidden>
                <Check size={16} />
              </Icon>
              {bullet}
            </List.Item>
          ))}
        </List.Root>
        {hiddenCount > 0 && (
          <Button
            variant="plain"
            size="sm"
            alignSelf="start"
            px="0"
            aria-expanded={isExpanded}
            aria-controls={bulletsId}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? t`Show fewer features` : plural(hiddenCount, { one: '+# more feature', other: '+# more features' })}
            <VisuallyHidden>
              {' '}
              <Trans>of {addon.name}</Trans>
            </VisuallyHidden>
          </Button>
        )}
      </Card.Body>
      <AddonCardFooter addon={addon} price={price} onAdd={onAdd} />
    </Card.Root>
  );
});

/** What follows the cart; the rest of the card does not render again when it is added to it. */
function AddonCardFooter({ addon, price, onAdd }: Props) {
  const quantityInCart = useQuantityInCart(addon.id);
  return (
    <Card.Footer justifyContent="space-between" alignItems="end" flexWrap="wrap" gap="3">
      <Box>
        <Text fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {price}
        </Text>
        <Text fontSize="sm" color="fg.muted">
          {translate(unitLabel(addon.unit))}
          {quantityInCart > 0 && (
            <Span>
              {' '}
              <Trans>· {quantityInCart} in cart</Trans>
            </Span>
          )}
        </Text>
      </Box>
      {addon.isReady ? (
        <AddToCartButton
          item={addon}
          quantityInCart={quantityInCart}
          onAdd={() => onAdd(addon)}
          icon={
            <Icon aria-hidden>
              <ShoppingCart size={16} />
            </Icon>
          }
        />
      ) : (
        <TellMeButton addon={addon} />
      )}
    </Card.Footer>
  );
}
