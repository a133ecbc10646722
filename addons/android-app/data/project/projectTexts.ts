import type { AppFields, OwnApp } from '../schoolApp.ts';
import { startPath } from './startPath.ts';

/** What a project of an app is made of. */
export type ProjectSource = { app: OwnApp & { address: string }; fields: AppFields; number: number; origin: string };

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Text of a string resource: XML, in which Android reads quotes and what begins with `@` or `?` in a way of its own. */
export const androidString = (text: string) =>
  escapeXml(text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"').replace(/^[@?]/, '\\$&'));
const groovyString = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const helper = 'com.google.androidbrowserhelper:androidbrowserhelper:2.6.2';
const browserHelper = 'com.google.androidbrowserhelper.trusted';

const settings = (name: string) => `pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}
dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
    }
}
rootProject.name = ${groovyString(name)}
include ':app'
`;

const build = `plugins {
    id 'com.android.application' version '8.9.1' apply false
}
`;

const appBuild = ({ fields, number }: ProjectSource) => `plugins {
    id 'com.android.application'
}

android {
    namespace ${groovyString(fields.packageName)}
    compileSdk 36
    defaultConfig {
        applicationId ${groovyString(fields.packageName)}
        minSdk 23
        targetSdk 35
        versionCode ${number}
        versionName '${number}'
    }
    buildTypes {
        release {
            minifyEnabled true
        }
    }
    compileOptions {
        sourceCompatibility JavaVersion.VERSION_17
        targetCompatibility JavaVersion.VERSION_17
    }
}

dependencies {
    implementation '${helper}'
}
`;

const meta = (name: string, value: string, kind: 'resource' | 'value' = 'resource') =>
  `            <meta-data android:name="android.support.customtabs.trusted.${name}" android:${kind}="${value}" />`;

const manifest = `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
    <uses-permission android:name="android.permission.POST_NOTIFICATIONS" />
    <application
        android:allowBackup="false"
        android:icon="@mipmap/ic_launcher"
        android:label="@string/app_name"
        android:supportsRtl="true"
        android:theme="@android:style/Theme.Translucent.NoTitleBar">
        <meta-data android:name="asset_statements" android:resource="@string/asset_statements" />
        <activity
            android:name="${browserHelper}.LauncherActivity"
            android:alwaysRetainTaskState="true"
            android:exported="true"
            android:label="@string/launcher_name">
${[
  meta('DEFAULT_URL', '@string/launch_url', 'value'),
  meta('STATUS_BAR_COLOR', '@color/theme'),
  meta('STATUS_BAR_COLOR_DARK', '@color/theme'),
  meta('NAVIGATION_BAR_COLOR', '@color/background'),
  meta('SPLASH_IMAGE_DRAWABLE', '@drawable/splash'),
  meta('SPLASH_SCREEN_BACKGROUND_COLOR', '@color/background'),
  meta('SPLASH_SCREEN_FADE_OUT_DURATION', '300', 'value'),
  meta('FILE_PROVIDER_AUTHORITY', '@string/provider_authority', 'value'),
  meta('FALLBACK_STRATEGY', 'customtabs', 'value'),
].join('\n')}
            <intent-filter>
                <action android:name="android.intent.action.MAIN" />
                <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="@string/host_name" />
            </intent-filter>
        </activity>
        <activity android:name="${browserHelper}.FocusActivity" />
        <activity android:name="${browserHelper}.NotificationPermissionRequestActivity" />
        <service android:name="${browserHelper}.DelegationService" android:enabled="true" android:exported="true">
            <meta-data android:name="android.support.customtabs.trusted.SMALL_ICON" android:resource="@drawable/ic_notification_icon" />
            <intent-filter>
                <action android:name="android.support.customtabs.trusted.TRUSTED_WEB_ACTIVITY_SERVICE" />
                <category android:name="android.intent.category.DEFAULT" />
            </intent-filter>
        </service>
        <provider
            android:name="androidx.core.content.FileProvider"
            android:authorities="@string/provider_authority"
            android:exported="false"
            android:grantUriPermissions="true">
            <meta-data android:name="android.support.FILE_PROVIDER_PATHS" android:resource="@xml/filepaths" />
        </provider>
    </application>
</manifest>
`;

const strings = ({ app, fields, origin }: ProjectSource) => `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name">${androidString(app.name)}</string>
    <string name="launcher_name">${androidString(fields.shortName)}</string>
    <string name="host_name" translatable="false">${escapeXml(new URL(origin).hostname)}</string>
    <string name="launch_url" translatable="false">${escapeXml(origin + startPath)}</string>
    <string name="provider_authority" translatable="false">${fields.packageName}.fileprovider</string>
    <string name="asset_statements" translatable="false">
        ${androidString(JSON.stringify([{ relation: ['delegate_permission/common.handle_all_urls'], target: { namespace: 'web', site: origin } }]))}
    </string>
</resources>
`;

const colors = ({ fields }: ProjectSource) => `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <color name="theme">${fields.color}</color>
    <color name="background">${fields.background}</color>
</resources>
`;

const launcherIcon = `<?xml version="1.0" encoding="utf-8"?>
<adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
    <background android:drawable="@color/background" />
    <foreground android:drawable="@mipmap/ic_maskable" />
</adaptive-icon>
`;

const filePaths = `<?xml version="1.0" encoding="utf-8"?>
<paths>
    <files-path name="twa_splash" path="twa_splash/" />
</paths>
`;

/** The settings of Bubblewrap, Google's tool for such apps, by which it can make the project a second time. */
const twaManifest = ({ app, fields, number, origin }: ProjectSource) => ({
  packageId: fields.packageName,
  host: new URL(origin).hostname,
  name: app.name,
  launcherName: fields.shortName,
  display: 'standalone',
  themeColor: fields.color,
  themeColorDark: fields.color,
  navigationColor: fields.background,
  navigationColorDark: '#000000',
  navigationDividerColor: fields.background,
  navigationDividerColorDark: '#000000',
  backgroundColor: fields.background,
  enableNotifications: true,
  startUrl: startPath,
  iconUrl: `${origin}/_apps/${app.address}/icon-512.png`,
  maskableIconUrl: `${origin}/_apps/${app.address}/maskable-512.png`,
  monochromeIconUrl: `${origin}/_apps/${app.address}/badge-96.png`,
  splashScreenFadeOutDuration: 300,
  signingKey: { path: './upload.keystore', alias: 'upload' },
  appVersion: String(number),
  appVersionCode: number,
  shortcuts: [],
  generatorApp: 'masomo',
  webManifestUrl: `${origin}/manifest.webmanifest`,
  fallbackType: 'customtabs',
  features: {},
  enableSiteSettingsShortcut: true,
  isChromeOSOnly: false,
  orientation: 'default',
  minSdkVersion: 23,
  fullScopeUrl: `${origin}/`,
  fingerprints: [
    { name: 'upload', value: fields.uploadFingerprint },
    { name: 'play', value: fields.playFingerprint },
  ].filter(({ value }) => value !== ''),
});

const readMe = ({ app, fields, number, origin }: ProjectSource) => `# ${app.name}: Android app, version ${number}

A Trusted Web Activity: it shows ${origin} in the phone's own browser, without its bar. Package name: ${fields.packageName}.

Not tried: this project was written by the school's server, which has no Android SDK. It was not built and not run on a phone before you got it.

## Build it

1. Open this folder in Android Studio, and let it sync. It loads Gradle 8.11.1, the Android plugin 8.9.1 and ${helper}.
2. Build > Generate Signed App Bundle, with the school's upload key; make one there if there is none. Keep it safe: nobody else has it.
3. Enter the SHA-256 of the upload key at the school: ${origin}/dashboard/addons/android-app/settings
   keytool -list -v -keystore upload.keystore -alias upload
4. Upload the bundle to the Play Console. Under App integrity it shows the SHA-256 of the key with which the Play Store signs: enter it there too.
5. Open ${origin}/.well-known/assetlinks.json: both have to be in it, or the app shows the bar of the browser.

With Bubblewrap instead: \`bubblewrap update\` in this folder makes the project from twa-manifest.json, \`bubblewrap build\` builds it.

## Later

What people see in the app comes from the server and needs no new version. A new name, crest or colour of the app itself does: download the next
project, build and upload it. Its version is higher.
`;

/** The text files of a project by their path. */
export function projectTexts(source: ProjectSource): Record<string, string> {
  const res = 'app/src/main/res';
  return {
    'README.md': readMe(source),
    'twa-manifest.json': `${JSON.stringify(twaManifest(source), null, 2)}\n`,
    'settings.gradle': settings(source.fields.packageName),
    'build.gradle': build,
    'gradle.properties': 'org.gradle.jvmargs=-Xmx1536m\nandroid.useAndroidX=true\n',
    'gradle/wrapper/gradle-wrapper.properties': [
      'distributionBase=GRADLE_USER_HOME',
      'distributionPath=wrapper/dists',
      'distributionUrl=https\\://services.gradle.org/distributions/gradle-8.11.1-bin.zip',
      'zipStoreBase=GRADLE_USER_HOME',
      'zipStorePath=wrapper/dists',
      '',
    ].join('\n'),
    '.gitignore': '/build\n/app/build\n.gradle\nlocal.properties\n*.keystore\n*.jks\n',
    'app/build.gradle': appBuild(source),
    'app/src/main/AndroidManifest.xml': manifest,
    [`${res}/values/strings.xml`]: strings(source),
    [`${res}/values/colors.xml`]: colors(source),
    [`${res}/mipmap-anydpi-v26/ic_launcher.xml`]: launcherIcon,
    [`${res}/xml/filepaths.xml`]: filePaths,
  };
}
