import { chakra, defineRecipe } from '@chakra-ui/react';

const switchRecipe = defineRecipe({
  className: 'ds-switch',
  base: {
    appearance: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: '0',
    w: '9',
    h: '5',
    m: '0',
    p: '2px',
    cursor: 'pointer',
    borderRadius: 'full',
    bg: 'border.control',
    transitionProperty: 'background',
    transitionDuration: 'fast',
    _before: {
      content: '""',
      boxSize: '4',
      borderRadius: 'full',
      bg: 'white',
      boxShadow: '0 1px 2px rgb(0 0 0 / 0.3)',
      transitionProperty: 'translate',
      transitionDuration: 'fast',
      transitionTimingFunction: 'ease-out',
    },
    _checked: { bg: 'accent.solid', _before: { translate: '1rem 0', bg: 'accent.contrast' } },
    _disabled: { layerStyle: 'disabled' },
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
});

/** A native checkbox as a switch; the caller renders its label. */
export const Switch = chakra('input', switchRecipe, { defaultProps: { type: 'checkbox', role: 'switch' } });
