import { colorModeKey } from '../core/colorMode.ts';

/**
 * Runs inline in the head, before the first paint: dark or light is the visitor's choice, else the system's. Styles
 * depend on the class; `color-scheme` colours the empty page until they load.
 */
export const colorModeScript =
  '(function(d,q){function a(){var m;' +
  `try{m=/${colorModeKey}=(\\w+)/.exec(document.cookie)?.[1]}catch(e){}` +
  "var k=m==='dark'||m!=='light'&&q.matches;" +
  "d.classList.toggle('dark',k);d.classList.toggle('light',!k);d.style.colorScheme=k?'dark':'light'}" +
  "a();q.addEventListener('change',a)})(document.documentElement,matchMedia('(prefers-color-scheme: dark)'))";
