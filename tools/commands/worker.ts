// `npm run worker`: one of several workers, which do the jobs of a database.
import '@masomo/worker/main';
