import type { JWTPayload } from 'jose';

/** Audience of the tokens that sign people in. */
export const apiAudience = 'authenticated';

/** Whether a verified token is meant for the services; one for anything else names that. The server's own names nothing, as PostgREST allows. */
export const isForApi = ({ aud }: JWTPayload) => aud === undefined || [aud].flat().includes(apiAudience);
