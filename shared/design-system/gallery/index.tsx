import { createRoot } from 'react-dom/client';
import { UIProvider } from '@masomo/design-system';
import { MemoryRouter } from '@masomo/navigation/testing';
import { Gallery } from './Gallery.tsx';

const root = document.getElementById('root');
const page = new URLSearchParams(location.search).get('page') ?? 'core';
if (root) {
  createRoot(root).render(
    <UIProvider>
      <MemoryRouter initialEntries={['/dashboard/orders']}>
        <Gallery page={page} />
      </MemoryRouter>
    </UIProvider>,
  );
}
