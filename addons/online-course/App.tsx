import { Suspense, type ComponentType } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { courseHome } from './screens/shared/courseHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/courses/CoursesPage.tsx')).CoursesPage),
  '/course/:courseId': lazyScreen(async () => (await import('./screens/course/CoursePage.tsx')).CoursePage),
  '/course/:courseId/import': lazyScreen(async () => (await import('./screens/import/QuestionImportPage.tsx')).QuestionImportPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
  '/learn': lazyScreen(async () => (await import('./screens/learn/LearnPage.tsx')).LearnPage),
  '/learn/:enrolmentId': lazyScreen(async () => (await import('./screens/learn/OutlinePage.tsx')).OutlinePage),
  '/learn/:enrolmentId/lesson/:lessonId': lazyScreen(async () => (await import('./screens/learn/LessonPage.tsx')).LessonPage),
  '/learn/:enrolmentId/quiz/:attemptId': lazyScreen(async () => (await import('./screens/quiz/QuizPage.tsx')).QuizPage),
};

export function App() {
  const isStaff = useIsAllowed('course:teach');
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={courseHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={isStaff ? courseHome : `${courseHome}/learn`} replace />} />
      </Routes>
    </Suspense>
  );
}
