package oracle

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-logr/logr"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/util/retry"
	"k8s.io/klog/v2"
	_ "k8s.io/kubernetes/pkg/features"
)

var (
	seed    = flag.Uint64("seed", 1, "the first case's seed; the others follow")
	cases   = flag.Int("cases", 0, "how many cases")
	seeds   = flag.String("seeds", "", "these cases instead: 7,12:20 are seed 7, and 20 syncs of seed 12")
	syncs   = flag.Int("syncs", 60, "how many syncs a case has")
	profile = flag.String("profile", "1.36", "the release whose rules the cases ask for")
	output  = flag.String("o", "", "the file, .jsonl.gz")
)

func TestMain(m *testing.M) {
	klog.SetLogger(logr.Discard())
	// They log, and rate-limit that by a clock of the whole process, which no bubble may wait for.
	utilruntime.ErrorHandlers = nil
	// The only thing that chance decides in the controller: by how much less than a tenth it waits
	// longer after a conflict.
	retry.DefaultRetry.Jitter = 0
	flag.Parse()
	os.Exit(m.Run())
}

// TestWrite writes the cases: a test, because only tests have virtual time.
func TestWrite(t *testing.T) {
	if *output == "" {
		t.Skip("no file is asked for")
	}
	file, err := os.Create(*output)
	must(err)
	zipped := gzip.NewWriter(file)
	lines := json.NewEncoder(zipped)
	lines.SetEscapeHTML(false)
	for _, each := range wanted() {
		must(lines.Encode(run(t, each)))
	}
	must(zipped.Close())
	must(file.Close())
}

// TestSameSeed is what makes a difference that was found one that can be looked at.
func TestSameSeed(t *testing.T) {
	for number := range uint64(5) {
		if first, second := toJSON(run(t, life{number, 20})), toJSON(run(t, life{number, 20})); string(first) != string(second) {
			t.Errorf("seed %d gives two worlds", number)
		}
	}
}

// life is how much of which world.
type life struct {
	seed  uint64
	syncs int
}

func wanted() (lives []life) {
	if *seeds == "" {
		for i := range *cases {
			lives = append(lives, life{*seed + uint64(i), *syncs})
		}
		return lives
	}
	for each := range strings.SplitSeq(*seeds, ",") {
		chosen := life{syncs: *syncs}
		number, count, hasCount := strings.Cut(each, ":")
		var err error
		chosen.seed, err = strconv.ParseUint(number, 10, 64)
		must(err)
		if hasCount {
			chosen.syncs, err = strconv.Atoi(count)
			must(err)
		}
		lives = append(lives, chosen)
	}
	return lives
}

// run lives through the world of a seed.
func run(t *testing.T, asked life) (made *Case) {
	w := newWorld(asked.seed, *profile)
	gates := map[string]bool{"HPAScaleToZero": w.settings.ScaleToZero}
	must(utilfeature.DefaultMutableFeatureGate.SetFromMap(gates))
	synctest.Test(t, func(*testing.T) {
		w.populate()
		var initial [][]byte
		for _, each := range w.objects {
			initial = append(initial, toJSON(each.authored))
		}
		made = w.toCase(asked.seed, initial, w.live(asked.syncs))
	})
	return made
}
