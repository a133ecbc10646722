import parse from 'html-react-parser';
import { preload } from 'react-dom';
import pages from '../../pages.json';

const pageOf = async (params) => {
  const { slug = [] } = await params;
  return pages.find((page) => page.slug === slug.join('/'));
};

export const dynamicParams = false;
export const generateStaticParams = () => pages.map(({ slug }) => ({ slug: slug ? [slug] : [] }));

export async function generateMetadata({ params }) {
  return { title: (await pageOf(params)).title };
}

export default async function Page({ params }) {
  const { body, meta, font } = await pageOf(params);
  preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  return parse(meta + body);
}
