import { consentKey, parseConsent } from '@masomo/domain/consent';
import type { DemoRequest } from '@masomo/domain/forms';

type CalendlyPopup = { initPopupWidget(options: { url: string; prefill: object; utm: object }): void };

declare global {
  interface Window {
    Calendly?: CalendlyPopup;
  }
}

const campaign = { utmCampaign: 'Demo Request', utmSource: 'Website', utmMedium: 'Form' } as const;

/** Institution, role, version and message in the order of the scheduling page's questions. */
function customAnswers(request: DemoRequest): Record<string, string> {
  return { a1: request.institution, a2: request.role, a3: request.version, a4: request.message ?? '' };
}

/** URL of the scheduling page with the visitor's answers prefilled and the campaign tagged. */
export function schedulingUrl(page: string, request: DemoRequest): string {
  const url = new URL(page);
  const values = {
    name: request.name,
    email: request.email,
    ...customAnswers(request),
    utm_campaign: campaign.utmCampaign,
    utm_source: campaign.utmSource,
    utm_medium: campaign.utmMedium,
  };
  for (const [name, value] of Object.entries(values)) if (value) url.searchParams.set(name, value);
  return url.href;
}

/** Opens the widget if it has loaded, else the scheduling page in a new tab. */
export function openScheduling(page: string, request: DemoRequest): void {
  if (window.Calendly) {
    window.Calendly.initPopupWidget({
      url: page,
      prefill: { name: request.name, email: request.email, customAnswers: customAnswers(request) },
      utm: campaign,
    });
  } else {
    window.open(schedulingUrl(page, request), '_blank', 'noopener');
  }
}

function allowsFunctional(): boolean {
  try {
    return parseConsent(localStorage.getItem(consentKey) ?? '')?.functional === true;
  } catch {
    return false;
  }
}

/** Loads the scheduling widget for visitors who consented to functional services. */
export function prepareScheduling(page: string): void {
  if (window.Calendly || !allowsFunctional() || document.querySelector('script[data-scheduling]')) return;
  const script = document.createElement('script');
  script.async = true;
  script.src = new URL('/assets/external/widget.js', page).href;
  script.dataset['scheduling'] = '';
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.href = new URL('/assets/external/widget.css', page).href;
  // Without the widget the button opens the page itself, so a failed load needs no message.
  script.onerror = () => script.remove();
  document.head.append(styles, script);
}
