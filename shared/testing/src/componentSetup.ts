import { configure } from '@testing-library/react';

// A busy machine may take its time; what never comes still fails.
configure({ asyncUtilTimeout: 8_000 });
