import type { HelpArea } from '../helpArea.ts';

export const site: HelpArea = {
  name: ['CMS', 'CMS'],
  articles: [
    {
      path: '/dashboard/cms',
      title: ['CMS', 'CMS'],
      to: 'page:write',
      sentence: [
        'Everything that visitors read on the public site, and what of it is new.',
        'Yote ambayo wageni husoma kwenye tovuti, na yaliyo mapya.',
      ],
      steps: [
        [
          '“New content” begins a page, a question, a plan and more. Ctrl K finds all that exists; “Filter” lists one kind.',
          '“Maudhui mapya” huanzisha ukurasa, swali, mpango na zaidi. Ctrl K hupata vyote vilivyopo; “Chuja” huorodhesha aina moja.',
        ],
      ],
    },
    {
      path: '/dashboard/cms/pages',
      title: ['Pages', 'Kurasa'],
      to: 'page:write',
      sentence: ['The pages of the site, published and drafts.', 'Kurasa za tovuti, zilizochapishwa na rasimu.'],
      steps: [
        [
          'Write a page of blocks. It is saved as a draft while you write; visitors see it when you publish.',
          'Andika ukurasa wa vizuizi. Huhifadhiwa kama rasimu unapoandika; wageni huuona ukichapisha.',
        ],
        ['Every version is kept: compare two, and restore one.', 'Kila toleo huhifadhiwa: linganisha mawili, na urejeshe moja.'],
        ['Publishing can be set for a moment to come.', 'Uchapishaji unaweza kupangwa kwa wakati ujao.'],
      ],
    },
    {
      path: '/dashboard/cms/sections',
      title: ['Sections', 'Sehemu'],
      to: 'page:write',
      sentence: [
        'Texts of the fixed pages, such as the hero and the announcement bar.',
        'Maandishi ya kurasa zisizobadilika, kama vile utangulizi na upau wa tangazo.',
      ],
      steps: [['Change a section in each language; visitors see it at once.', 'Badilisha sehemu kwa kila lugha; wageni huiona mara moja.']],
    },
    {
      path: '/dashboard/cms/content',
      title: ['Questions and testimonials', 'Maswali na ushuhuda'],
      to: 'content:write',
      sentence: [
        'Questions with their answers, by page, and what customers say.',
        'Maswali na majibu yake, kwa ukurasa, na wateja wanachosema.',
      ],
      steps: [['Order them by moving; hide one without deleting it.', 'Zipange kwa kusogeza; ficha moja bila kuifuta.']],
    },
    {
      path: '/dashboard/cms/media',
      title: ['Media', 'Media'],
      to: 'media:write',
      sentence: ['Images and documents of the site.', 'Picha na nyaraka za tovuti.'],
      steps: [
        [
          'Upload several at once and write what an image shows, for those who do not see it.',
          'Pakia kadhaa kwa pamoja na uandike picha inaonyesha nini, kwa wasioiona.',
        ],
      ],
    },
    {
      path: '/dashboard/cms/pricing',
      title: ['Pricing', 'Bei'],
      to: 'price:write',
      sentence: ['Plans, add-ons, services and their prices on every page.', 'Mipango, nyongeza, huduma na bei zake kwenye kila ukurasa.'],
      steps: [
        [
          'Where the store and the pricing page disagree, it says so, and one press brings them together.',
          'Duka na ukurasa wa bei zikitofautiana, inasema hivyo, na bonyezo moja huzilinganisha.',
        ],
        [
          'A change of price is announced and takes effect on its day; orders keep theirs.',
          'Badiliko la bei hutangazwa na huanza siku yake; maagizo hubaki na bei yake.',
        ],
      ],
    },
    {
      path: '/dashboard/cms/redirects',
      title: ['Redirects', 'Uelekezaji'],
      to: 'page:write',
      sentence: ['Old addresses that lead to new ones.', 'Anwani za zamani zinazoelekeza kwenye mpya.'],
      steps: [['An address that changes gets one by itself.', 'Anwani inayobadilika hupata mmoja yenyewe.']],
    },
    {
      path: '/dashboard/cms/users',
      title: ['Users of the CMS', 'Watumiaji wa CMS'],
      to: 'user:read',
      sentence: ['Who may change the site.', 'Nani anaweza kubadilisha tovuti.'],
      steps: [['Roles are given under Users of the dashboard.', 'Majukumu hutolewa chini ya Watumiaji wa dashibodi.']],
    },
    {
      path: '/dashboard/cms/settings',
      title: ['Settings of the site', 'Mipangilio ya tovuti'],
      to: 'settings:write',
      sentence: ['Name, contact, hours and addresses, each in one place.', 'Jina, mawasiliano, saa na anwani, kila kimoja mahali pamoja.'],
      steps: [['Every page that shows one of them follows.', 'Kila ukurasa unaoonyesha kimojawapo hufuata.']],
    },
  ],
};
