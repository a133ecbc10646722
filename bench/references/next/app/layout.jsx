import './site.css';

export default function Layout({ children }) {
  return (
    <html lang="en" className="light">
      <body>{children}</body>
    </html>
  );
}
