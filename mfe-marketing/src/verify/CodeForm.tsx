import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Stack } from '@masomo/design-system';
import { TextField, useForm, zodResolver } from '@masomo/design-system/forms';
import { codeSigns, groupedCode, paperCodeSchema } from '@masomo/domain/issuedPapers';

/** Asks for the code of a paper. */
export function CodeForm({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ resolver: zodResolver(paperCodeSchema), defaultValues: { code: groupedCode(code) } });
  return (
    <Box background="bg.panel" borderWidth="1px" borderColor="border" borderRadius="2xl" padding={{ base: '5', md: '8' }}>
      <form noValidate onSubmit={(event) => void handleSubmit((given) => onCode(codeSigns(given.code)))(event)}>
        <Stack gap="4">
          <TextField
            label={t`Code of the paper`}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            helpText={t`It is below the square at the top of the paper.`}
            error={errors.code?.message}
            {...register('code')}
          />
          <Box>
            <Button type="submit">
              <Trans>Check the paper</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Box>
  );
}
