import { msg, t } from '@lingui/core/macro';
import { getRuntimeConfig } from '@masomo/data/functions';

type ChatWidget = { maximize?: () => void; toggle?: () => void; onLoad?: () => void };

declare global {
  interface Window {
    Tawk_API?: ChatWidget;
    Tawk_LoadStart?: Date;
  }
}

const messages = {
  loading: msg`The chat widget is loading. Please wait a moment and try again, or contact us via email.`,
  missing: msg`Chat widget is not available at the moment. Please try refreshing the page or contact us via email.`,
};

/** Maximizes the chat, toggles it as a fallback, and reports when both fail. */
function show(chat: ChatWidget): void {
  try {
    if (!chat.maximize) throw new TypeError('The chat widget has no maximize().');
    chat.maximize();
  } catch (maximizeError) {
    try {
      if (!chat.toggle) throw maximizeError;
      chat.toggle();
    } catch (error) {
      console.error('The chat widget could not be opened.', error);
      window.alert(t(messages.missing));
    }
  }
}

/** The click is the consent for the third-party script, which is not loaded before. */
async function load(): Promise<void> {
  const { widgets } = await getRuntimeConfig();
  if (!widgets.chatPropertyId || document.querySelector('script[data-chat]')) return;
  const chat: ChatWidget = { onLoad: () => window.Tawk_API && show(window.Tawk_API) };
  window.Tawk_API = chat;
  window.Tawk_LoadStart = new Date();
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://embed.tawk.to/${encodeURIComponent(widgets.chatPropertyId)}/${encodeURIComponent(widgets.chatWidgetId || 'default')}`;
  script.dataset['chat'] = '';
  script.setAttribute('crossorigin', '*');
  script.onerror = () => {
    // Reset so that the next click retries.
    script.remove();
    delete window.Tawk_API;
  };
  document.head.append(script);
}

/** Opens the chat widget if it has loaded; otherwise starts loading it and says that it is not ready. */
export function openChat(): void {
  const chat = window.Tawk_API;
  if (chat && (chat.maximize ?? chat.toggle)) {
    show(chat);
    return;
  }
  load().catch((error: unknown) => console.error('The chat widget could not be loaded.', error));
  window.alert(t(messages.loading));
}
