import { expect, it } from 'vitest';
import { billOfMaterials } from './billOfMaterials.ts';

it('lists the packages of a build and all they depend on, with versions and hashes', () => {
  const bill = billOfMaterials({ app: 'mfe-store', version: '0.1.0-0123456789', packages: ['react-dom', '@supabase/postgrest-js'] });
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'mfe-store', version: '0.1.0-0123456789' } },
    components: expect.arrayContaining([
      {
        type: 'library',
        name: 'react',
        version: expect.stringMatching(/^19\./),
        purl: expect.stringMatching(/^pkg:npm\/react@19/),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      },
      expect.objectContaining({ name: '@supabase/postgrest-js', purl: expect.stringMatching(/^pkg:npm\/%40supabase\/postgrest-js@2/) }),
    ]),
  });
});
