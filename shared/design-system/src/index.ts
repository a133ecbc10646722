// The public core: what the first visit of any page needs. Forms, overlays, tables and staff screens have entry points of their own.
export {
  Alert,
  Badge,
  Box,
  Button,
  Card,
  Center,
  Container,
  Flex,
  Grid,
  GridItem,
  Heading,
  HStack,
  Icon,
  IconButton,
  Image,
  List,
  Separator,
  SimpleGrid,
  Skeleton,
  SkeletonText,
  Spacer,
  Span,
  Spinner,
  Stack,
  Text,
  VisuallyHidden,
  VStack,
} from '@chakra-ui/react';
export type { BadgeProps, BoxProps, ButtonProps, TextProps } from '@chakra-ui/react';
export { UIProvider } from './UIProvider.tsx';
export { AppLink, type AppLinkProps } from './core/AppLink.tsx';
export { ButtonLink, type ButtonLinkProps } from './core/ButtonLink.tsx';
export { ExternalLink } from './core/ExternalLink.tsx';
export { Logo, LogoMark } from './core/Logo.tsx';
export { colorMode } from './core/colorMode.ts';
export { ColorModeButton } from './core/ColorModeButton.tsx';
export { Disclosure, type DisclosureProps } from './core/Disclosure.tsx';
export { EmptyState, type EmptyStateProps } from './core/EmptyState.tsx';
export { ErrorState, type ErrorStateProps } from './core/ErrorState.tsx';
export { toaster, toastsWanted } from './core/toaster.ts';
export { PendingScreen } from './core/PendingScreen.tsx';
export { PageSection, Eyebrow } from './core/PageSection.tsx';
export { SegmentedToggle, type SegmentedToggleProps } from './core/SegmentedToggle.tsx';
