import { z } from 'zod';
import { readSettings, setting } from '../environment.ts';

const googleSchema = z.object({ GOOGLE_CLIENT_ID: z.string().min(1), GOOGLE_CLIENT_SECRET: z.string().min(1) });

/** The app that this installation is at Google; null where it is none, so that no teacher can connect an account. */
export const googleApp = () => readSettings(googleSchema);

const address = (name: string, usual: string) => setting(name) ?? usual;

/** Where the providers are: their own addresses, unless a setting names others. */
export const addresses = {
  zoomSignIn: () => address('ZOOM_OAUTH_URL', 'https://zoom.us'),
  zoom: () => address('ZOOM_API_URL', 'https://api.zoom.us'),
  googlePage: () => address('GOOGLE_ACCOUNTS_URL', 'https://accounts.google.com'),
  googleToken: () => address('GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com'),
  google: () => address('GOOGLE_API_URL', 'https://www.googleapis.com'),
  meet: () => address('GOOGLE_MEET_URL', 'https://meet.googleapis.com'),
};
