import type { DemoRequest } from '@masomo/domain/forms';

type CalendlyPopup = { initPopupWidget(options: { url: string; prefill: object; utm: object }): void };

declare global {
  interface Window { Calendly?: CalendlyPopup }
}

const campaign = { utmCampaign: 'Demo Request', utmSource: 'Website', utmMedium: 'Form' } as const;

/** Institution, role, version and message, in the order of the scheduling page's own questions. */
function answersOf(request: DemoRequest): Record<string, string> {
  return { a1: request.institution, a2: request.role, a3: request.version, a4: request.message ?? '' };
}

/** The scheduling page with the visitor's answers filled in and the campaign named. */
export function schedulingAddress(page: string, request: DemoRequest): string {
  const url = new URL(page);
  const values = {
    name: request.name, email: request.email, ...answersOf(request),
    utm_campaign: campaign.utmCampaign, utm_source: campaign.utmSource, utm_medium: campaign.utmMedium,
  };
  for (const [name, value] of Object.entries(values)) if (value) url.searchParams.set(name, value);
  return url.href;
}

/** Opens the widget where it is loaded, else the scheduling page in a new tab. */
export function openScheduling(page: string, request: DemoRequest): void {
  if (window.Calendly) {
    window.Calendly.initPopupWidget({ url: page, prefill: { name: request.name, email: request.email, customAnswers: answersOf(request) }, utm: campaign });
  } else {
    window.open(schedulingAddress(page, request), '_blank', 'noopener');
  }
}
