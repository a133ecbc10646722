-- One word for it everywhere: report card, as on the screens and in the PDFs.
update public.modules set name = 'Report Cards' where key = 'report-forms';
