import { useCommand } from '@masomo/data';
import { getBuyerOrder } from '@masomo/data/store/checkout';
import { DocumentButton } from './DocumentButton.tsx';

/** Downloads the document of an order that was just placed; the order is fetched on click. */
export function OrderDocumentButton({ orderNumber, orderKey, isPaid }: { orderNumber: string; orderKey: string; isPaid: boolean }) {
  const lookup = useCommand(getBuyerOrder, {});
  return (
    <DocumentButton
      paidAt={isPaid ? orderNumber : null}
      load={async () => {
        const order = await lookup.run({ orderNumber, orderKey });
        if (!order) throw new Error('The order could not be read.');
        return order.document;
      }}
    />
  );
}
