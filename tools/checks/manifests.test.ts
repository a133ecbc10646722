import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate as validateContainerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { environmentNames } from '../process/readEnvironment.ts';
import { composeManifests, podOf, readYaml, type Manifest } from './manifests.ts';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const overlays = readdirSync(path.join(deploy, 'kubernetes/overlays'));
const yamlFiles = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(kubernetes|containers)\/.+\.yaml$/.test(file),
);

type Model = new (json: object) => { validate(): void };

/** Validates a manifest against the Kubernetes schema of its kind. */
async function validate(manifest: Manifest): Promise<void> {
  const address = `kubernetes-models/${manifest.apiVersion}`;
  const models = (await import(/* @vite-ignore */ address)) as Record<string, Model>;
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`Unknown kind ${manifest.apiVersion} ${manifest.kind}.`);
  new Model(manifest).validate();
}

describe.each(overlays)('the manifests of %s', (name) => {
  const manifests = composeManifests(path.join(deploy, 'kubernetes/overlays', name));
  const one = (kind: string, called = 'gateway') =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === called) as Record<string, never> | undefined;

  it('are valid against the Kubernetes schemas', async () => {
    for (const manifest of manifests)
      await expect(
        validate(manifest).then(
          () => 'valid',
          (error: Error) => `${manifest.kind}/${manifest.metadata.name}: ${error.message}`,
        ),
      ).resolves.toBe('valid');
    await expect(
      validate({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'x' },
        spec: { replicas: 'two', selector: {}, template: {} },
      }),
    ).rejects.toThrow('replicas');
  });

  it('run every container unprivileged with a read-only file system', () => {
    const pods = manifests.flatMap((manifest) => podOf(manifest) ?? []);
    expect(pods).toHaveLength(4);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: { memory: expect.any(String) } },
        });
    }
  });

  it('reference each other by matching labels, ports and names', () => {
    const labels = { 'app.kubernetes.io/name': 'gateway' };
    expect(one('Deployment')).toMatchObject({ spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } } });
    expect(one('Service')).toMatchObject({ spec: { selector: labels, ports: [{ targetPort: 'http' }] } });
    expect(one('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(one('HorizontalPodAutoscaler')).toMatchObject({ spec: { scaleTargetRef: { kind: 'Deployment', name: 'gateway' } } });
    expect(one('NetworkPolicy')).toMatchObject({ spec: { podSelector: { matchLabels: labels } } });
    expect(one('NetworkPolicy', 'deny-all')).toMatchObject({ spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] } });
    // During a voluntary disruption at least one replica must keep serving.
    const budget = z.object({ spec: z.object({ minAvailable: z.int() }) }).parse(one('PodDisruptionBudget')).spec.minAvailable;
    const fewest = z.object({ spec: z.object({ minReplicas: z.int() }) }).parse(one('HorizontalPodAutoscaler')).spec.minReplicas;
    expect(fewest).toBeGreaterThan(budget);
  });

  it('give a gateway time to drain and set only variables it reads', () => {
    const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(one('ConfigMap'));
    expect(Object.keys(data).filter((key) => !environmentNames.includes(key))).toEqual([]);
    const grace = z
      .object({ terminationGracePeriodSeconds: z.int() })
      .parse(podOf(manifests.find(({ kind }) => kind === 'Deployment')!)).terminationGracePeriodSeconds;
    expect(grace).toBeGreaterThanOrEqual(Number(data['DRAIN_SECONDS']) + 30);
  });
});

describe('deployment files', () => {
  it('contain no secrets, only references to them', () => {
    for (const file of [...yamlFiles, 'containers/gateway.Containerfile', 'containers/nginx.conf']) {
      const text = readFileSync(path.join(deploy, file), 'utf8');
      expect(text, file).not.toMatch(
        /kind:\s*Secret\b|stringData|-----BEGIN|sb_secret_|sk_(live|test)_|postgres(ql)?:\/\/[^\s:]+:[^\s@$]+@|eyJ[\w-]{20,}/,
      );
      expect(text, file).not.toMatch(/^\s*(?:\w*(?:PASSWORD|SECRET|TOKEN|PASSKEY|SECRET_KEY))\s*[:=]\s*["']?[^\s"'$]/m);
    }
  });

  it('are valid YAML without duplicate keys', () => {
    for (const file of yamlFiles) expect(readYaml(path.join(deploy, file)).length, file).toBeGreaterThan(0);
  });

  it('the Containerfile is valid, with two stages, an exact base image and an unprivileged user', () => {
    const text = readFileSync(path.join(deploy, 'containers/gateway.Containerfile'), 'utf8');
    expect(validateContainerfile(text).map(({ message }) => message)).toEqual([]);
    const file = DockerfileParser.parse(text);
    expect(file.getFROMs()).toHaveLength(2);
    expect(file.getARGs()[0]?.getProperty()?.getValue()).toMatch(/:\d+\.\d+\.\d+-/);
    expect(
      file
        .getInstructions()
        .filter((instruction) => instruction.getKeyword() === 'USER')
        .at(-1)
        ?.getArgumentsContent(),
    ).toBe('10001:10001');
    expect(file.getHEALTHCHECKs()).toHaveLength(1);
  });

  it('the user of a gateway can write to its volume: a new one belongs to root, unless the image has the folder', () => {
    const text = readFileSync(path.join(deploy, 'containers/gateway.Containerfile'), 'utf8');
    const user = /^USER (\d+):(\d+)$/m.exec(text);
    const owned = /^RUN install --directory --owner=(\d+) --group=(\d+) --mode=700 (\S+)$/m.exec(text);
    expect([owned?.[1], owned?.[2]]).toEqual([user?.[1], user?.[2]]);
    const compose = readFileSync(path.join(deploy, 'containers/compose.yaml'), 'utf8');
    for (const name of ['gateway-a', 'gateway-b']) expect(compose).toContain(`[${name}:${owned?.[3]}]`);
    expect(text.indexOf('RUN install')).toBeLessThan(text.indexOf('USER '));
  });

  it('the Containerfile copies existing files and every workspace the gateway depends on', () => {
    const root = path.join(deploy, '..');
    const text = readFileSync(path.join(deploy, 'containers/gateway.Containerfile'), 'utf8');
    const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    for (const source of sources)
      expect(
        () =>
          readdirSync(path.join(root, path.dirname(source))).includes(path.basename(source)) ||
          (() => {
            throw new Error(source);
          })(),
      ).not.toThrow();
    const runsOn = /workspace=(\S+)/g;
    const workspaces = [...text.matchAll(runsOn)].map(([, name = '']) => name);
    for (const workspace of workspaces) {
      const { dependencies } = z
        .object({ dependencies: z.record(z.string(), z.string()).default({}) })
        .parse(JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8')));
      const own = Object.keys(dependencies)
        .filter((name) => name.startsWith('@masomo/'))
        .map((name) => name.slice('@masomo/'.length));
      for (const name of own)
        expect(
          workspaces.some((known) => path.basename(known) === name),
          `${workspace} needs ${name}`,
        ).toBe(true);
    }
  });

  it('the compose file runs unprivileged gateways behind one published port', () => {
    const service = z.looseObject({
      user: z.string(),
      read_only: z.literal(true),
      cap_drop: z.array(z.literal('ALL')),
      security_opt: z.array(z.literal('no-new-privileges:true')),
      environment: z.record(z.string(), z.string()),
      ports: z.undefined().optional(),
    });
    const [compose] = readYaml(path.join(deploy, 'containers/compose.yaml'), { merge: true });
    const { services } = z
      .looseObject({
        services: z.looseObject({ 'gateway-a': service, 'gateway-b': service, front: z.looseObject({ ports: z.array(z.string()) }) }),
      })
      .parse(compose);
    expect(Object.keys(services['gateway-a'].environment).filter((key) => !environmentNames.includes(key))).toEqual([]);
    const nginx = readFileSync(path.join(deploy, 'containers/nginx.conf'), 'utf8');
    for (const name of ['gateway-a', 'gateway-b']) expect(nginx).toContain(`server ${name}:8080`);
  });

  it('the unit of one machine stops the product itself: npm would leave it running, and systemd would kill it with its database', () => {
    const unit = readFileSync(path.join(deploy, 'machine/masomo.service'), 'utf8');
    expect(unit).toContain('ExecStart=/usr/bin/node tools/run.mjs start\n');
    expect(unit).toContain('Restart=always\n');
    expect(unit).toMatch(/^NoNewPrivileges=true$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
  });
});
